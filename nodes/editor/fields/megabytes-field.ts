import { finiteNumber } from '../../../src/foreign/foreign-value';
import { FILE_BYTES } from '../../soil-download/limits';
import { named } from './named-rule';
import { isFromEnvironment } from './from-environment';
import { inputOf } from './live-value';
import { settingText } from './setting-text';
import { numberProblem, wrongNumber } from './validation';

/** Key of what a field was filled with; as long as the field has it, it shows megabytes. */
const FILLED = 'soilDataMegabytes';
const MEGABYTE = 1e6;

/** What is no number, such as an environment variable, stays as it is written. Less than one byte becomes one: 0 would mean no limit. */
function inBytes(megabytes: unknown): unknown {
  const number = finiteNumber(megabytes);
  return number === undefined ? megabytes : String(Math.round(number * MEGABYTE) || Math.ceil(number));
}

/** A setting that is in bytes in the flow and in megabytes in the dialog; empty is fine. */
export function megabytesRule(): EditorValidator {
  return named((value, node) => {
    // If the node's dialog is closed, the field may be that of another node.
    const field = RED.editor.getEditStack().includes(node) ? inputOf(node, 'maxBytes') : undefined;
    const filled: unknown = field?.data(FILLED);
    const isShown = filled !== undefined && field?.val() === value;
    // An unchanged value is judged as the flow has it: the figure in megabytes may be rounded.
    const bytes = !isShown ? value : value === filled ? settingText(node['maxBytes']) : inBytes(value);
    if (numberProblem(bytes, { ...FILE_BYTES, optional: true }) === undefined) return undefined;
    // Written as a person would type it: without separators.
    const high = `${Math.floor(FILE_BYTES.high / MEGABYTE)}\u00a0${RED._('node-red-contrib-soil-data/soil-download:soil-download.unit.megabytes')}`;
    return wrongNumber(bytes, { low: FILE_BYTES.low / MEGABYTE, high });
  });
}

/** Shows the bytes of the flow as megabytes, with the unit beside them; a variable is in the flow's own unit. */
export function showMegabytes(node: EditorNode, unit: JQuery): void {
  const field = inputOf(node, 'maxBytes');
  const bytes = finiteNumber(node['maxBytes']);
  const filled = bytes === undefined ? settingText(node['maxBytes']) : String(bytes / MEGABYTE);
  field.val(filled).data(FILLED, filled);
  const showUnit = (): void => void unit.text(node._(`soil-download.unit.${isFromEnvironment(field.val()) ? 'bytes' : 'megabytesOrNone'}`));
  field.on('input change', showUnit);
  showUnit();
}

/** Replaces the megabytes that a person changed by bytes, before Node-RED reads the field. */
export function keepBytes(node: EditorNode): void {
  inputOf(node, 'maxBytes').removeData(FILLED).val((_index, megabytes) => String(inBytes(megabytes)));
}
