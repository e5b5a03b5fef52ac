/** Entities that are regular expressions. */
import type { Operation } from '../../../kernel/operation.ts';
import { NewRegex, RegexUpdate } from '../schemas.ts';
import { parseRegex } from '../version-operation.ts';
import { adding, updating } from './common.ts';
import { PLACES } from './entity-routes.ts';

const { regex } = PLACES;

export const regexOperations: readonly Operation[] = [
  adding(regex, NewRegex, { name: 'Gate', regexPattern: '[a-z]\\d{1,2}' }, ({ name, regexPattern }: { name: string; regexPattern: string }) => ({ name, regexPattern: parseRegex(regexPattern) })),
  updating(regex, RegexUpdate, { regexPattern: '[a-z]{2}\\d{5}' }, ({ regexPattern }: { regexPattern?: string }) => regexPattern === undefined ? {} : { regexPattern: parseRegex(regexPattern) }, { fails: ['RegexInvalid'] }),
];
