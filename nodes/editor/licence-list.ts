import { named } from './field-name';
import { isEmpty, isFromEnvironment } from './validation';
import { sharedText } from './shared-text';

/** Shows the licences that a node allows, one a line. */
export function showLicences(node: EditorNode): void {
  const licences: unknown[] = Array.isArray(node.licences) ? node.licences : [];
  $('#soil-licences').val(licences.join('\n'));
}

/** The licences of the open dialog. */
export function readLicences(): string[] {
  const lines = String($('#soil-licences').val()).split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** A list of texts; empty takes all licences. */
export function licencesRule(): EditorValidator {
  return named(function (value, _options) {
    if (isEmpty(value) || isFromEnvironment(value)) return true;
    return Array.isArray(value) && value.every((licence) => typeof licence === 'string') ? true : sharedText('invalid.licences');
  });
}
