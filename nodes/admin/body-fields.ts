import { fieldOf } from '../../src/foreign/foreign-value';
import { BadRequest } from './admin-route';

const MOST_IDENTIFIERS = 10_000;

/** A text of a request body; `undefined` if it is missing. */
export function textField(body: unknown, field: string, longest: number): string | undefined {
  const value = fieldOf(body, field);
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value.length > longest) throw new BadRequest(`The field "${field}" must be a text of at most ${longest} characters.`);
  return value;
}

/** A text of a request body that must be there. */
export function neededText(body: unknown, field: string, longest: number): string {
  const value = textField(body, field, longest);
  if (value === undefined || value === '') throw new BadRequest(`The field "${field}" is missing.`);
  return value;
}

/** Identifiers of a request body; none if the field is missing. */
export function identifiersField(body: unknown, field: string): number[] {
  const value = fieldOf(body, field);
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MOST_IDENTIFIERS || !value.every((entry) => Number.isSafeInteger(entry) && (entry as number) >= 0)) {
    throw new BadRequest(`The field "${field}" must be a list of at most ${MOST_IDENTIFIERS} identifiers (whole numbers, 0 or more).`);
  }
  return value as number[];
}
