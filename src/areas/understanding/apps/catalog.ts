/** The fixed lists that describe apps: cultures, domains and usage scenarios. */

/** Codes and names of the cultures that an app may have. */
export const CULTURES = [
  ['en-us', 'English'], ['zh-cn', 'Chinese'], ['fr-fr', 'French'], ['fr-ca', 'French Canadian'], ['es-es', 'Spanish'], ['es-mx', 'Spanish Mexican'], ['it-it', 'Italian'],
  ['de-de', 'German'], ['ja-jp', 'Japanese'], ['pt-br', 'Brazilian Portuguese'], ['ko-kr', 'Korean'], ['nl-nl', 'Dutch'], ['tr-tr', 'Turkish'], ['hi-in', 'Hindi'],
  ['ar-ar', 'Arabic'], ['gu-in', 'Gujarati'], ['mr-in', 'Marathi'], ['ta-in', 'Tamil'], ['te-in', 'Telugu'], ['sv-se', 'Swedish'], ['en-gb', 'English (United Kingdom)'], ['pt-pt', 'Portuguese'],
] as const;

export const DOMAINS = [
  'Booking & Reference', 'Business', 'Comics', 'Communication', 'Education', 'Entertainment', 'Finance', 'Food & Nutrition', 'Gaming', 'Health & Fitness', 'Home Automation', 'Media & Video',
  'Medical', 'Music & Audio', 'Navigation & Maps', 'News & Magazines', 'Personalization', 'Productivity', 'Real Estate', 'Scheduler', 'Shopping', 'Social Network', 'Sports', 'Telecom', 'Tools',
  'Transportation', 'Translation', 'Travel & Local', 'Weather', 'Others',
] as const;

export const USAGE_SCENARIOS = ['IoT', 'Bot', 'Mobile Application', 'Other'] as const;
