import { finiteNumber } from '../../../src/foreign/foreign-value';
import { FILE_BYTES } from '../../soil-download/limits';
import { sharedText } from '../words/shared-text';
import { named } from './field-name';
import { inputOf } from './live-value';
import { settingText } from './setting-text';
import { isFromEnvironment, numberRule } from './validation';

/** What a field was filled with: it shows megabytes as long as it has this. */
const FILLED = 'soilDataMegabytes';
const MEGABYTE = 1e6;

/** What is no number, as an environment variable, stays as it is written. Less than a byte is one: 0 is no limit. */
function inBytes(megabytes: unknown): unknown {
  const number = finiteNumber(megabytes);
  return number === undefined ? megabytes : String(Math.round(number * MEGABYTE) || Math.ceil(number));
}

/** A setting that is in bytes in the flow, and in megabytes where the dialog shows it; empty is fine. */
export function megabytesRule(): EditorValidator {
  const inRange = numberRule({ ...FILE_BYTES, optional: true });
  return named(function (value, options) {
    // Of a node whose dialog is closed, the field may be that of another one.
    const field = RED.editor.getEditStack().includes(this) ? inputOf(this, 'maxBytes') : undefined;
    const filled: unknown = field?.data(FILLED);
    const isShown = filled !== undefined && field?.val() === value;
    // What nobody has changed is judged as the flow has it: the figure in megabytes may be rounded.
    const bytes = !isShown ? value : value === filled ? settingText(this['maxBytes']) : inBytes(value);
    if (inRange.call(this, bytes, options) === true) return true;
    // A number that a person may type, as they would: without separators.
    const high = `${Math.floor(FILE_BYTES.high / MEGABYTE)}\u00a0${RED._('node-red-contrib-soil-data/soil-download:soil-download.unit.megabytes')}`;
    return sharedText('invalid.number', { low: FILE_BYTES.low / MEGABYTE, high });
  });
}

/** Shows the bytes of the flow as megabytes, and beside them the unit: that of a variable stays the flow's own. */
export function showMegabytes(node: EditorNode, unit: JQuery): void {
  const field = inputOf(node, 'maxBytes');
  const bytes = finiteNumber(node['maxBytes']);
  const filled = bytes === undefined ? settingText(node['maxBytes']) : String(bytes / MEGABYTE);
  field.val(filled).data(FILLED, filled);
  const showUnit = (): void => void unit.text(node._(`soil-download.unit.${isFromEnvironment(field.val()) ? 'bytes' : 'megabytesOrNone'}`));
  field.on('input change', showUnit);
  showUnit();
}

/** Puts bytes in the place of the megabytes that a person changed, before Node-RED reads the field. */
export function keepBytes(node: EditorNode): void {
  inputOf(node, 'maxBytes').removeData(FILLED).val((_index, megabytes) => String(inBytes(megabytes)));
}
