import type { Domain } from './domain.ts';

export const web: Domain = {
  name: 'Web',
  culture: 'en-us',
  description: 'Searching the web and opening pages',
  entities: { SearchEngine: 'The engine to search with', SearchText: 'What to look for', Link: 'The address of a page' },
  intents: {
    WebSearch: {
      about: 'Search the web, or open a page',
      says: [
        'look up {SearchText=rain boots for toddlers} on {SearchEngine=bing}',
        'search the web for {SearchText=how to prune a lemon tree}',
        'use {SearchEngine=duckduckgo} to find {SearchText=used kayaks}',
        'open {Link=www.example.com} for me',
        'take me to {Link=https://example.org/news}',
        'can you google {SearchText=bread recipes without yeast}',
        'browse to {Link=shop.example.net}',
        'i want to know more about {SearchText=volcanoes in iceland}, search online',
        'run a {SearchEngine=yahoo} search for {SearchText=train strikes}',
        'pull up the page {Link=example.edu/library}',
        'search {SearchText=cheap violin strings}',
        'find pictures of {SearchText=snow leopards} on the internet',
      ],
    },
  },
};
