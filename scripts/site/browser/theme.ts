/** Runs before the page is shown: the theme that was chosen, here or in the console, and the mark that scripts run. */
const chosen = localStorage.getItem('perennial-theme');
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
document.documentElement.classList.add('js');
