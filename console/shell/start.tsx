/** Starts the console in the page. */
import { render } from 'preact';
import { startKeys } from '../kit/actions.ts';
import { startRouter } from '../kit/router.tsx';
import { startTheme } from '../kit/theme.ts';
import { App } from './app.tsx';

startTheme();
startRouter();
startKeys();
render(<App />, document.getElementById('console')!);
