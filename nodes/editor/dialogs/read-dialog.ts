import { PATH_TYPES } from '../../soil-read/choices';
import { savedLines, showLines } from '../fields/line-list';
import { showWhere } from '../fields/shown-where';
import { prepareTypedField } from '../fields/typed-field';

/** Prepares the dialog of soil-read: a licence or value per line, and the settings that the chosen output needs. */
export function prepareReadDialog(node: EditorNode): void {
  prepareTypedField(node, 'from', { types: [...PATH_TYPES], typeField: '#node-input-fromType', default: 'msg' });
  showLines(node, 'licences');
  showLines(node, 'noValues');
  // Grids are never dropped as repeats.
  showWhere(node, 'output', { '.soil-read-records': (output) => output === 'records', '.soil-read-rows': (output) => output !== 'rasters' });
}

/** Puts the lines of both lists into the node. */
export function saveReadDialog(node: EditorNode): void {
  node.licences = savedLines(node, 'licences');
  node.noValues = savedLines(node, 'noValues');
}
