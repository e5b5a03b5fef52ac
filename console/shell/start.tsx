/** Starts the console in the page. */
import { render } from 'preact';
import { startKeys } from '../kit/actions.ts';
import { startRouter } from '../kit/router.tsx';
import { startTheme } from '../kit/theme.ts';
import { App, preload } from './app.tsx';
import { resume, watchSession } from './session.ts';

startTheme();
startRouter();
startKeys();
// The session is checked while the frame is drawn.
preload();
watchSession();
void resume();
render(<App />, document.getElementById('console')!);
