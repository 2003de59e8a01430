import { explainFields } from '../fields/field-problem';
import { noteFields } from '../fields/unchanged';
import { showVariables } from '../fields/variables';

/**
 * Opens the dialog of a node: shows variables and problems at its fields, and notes what the fields show.
 *
 * @param prepare fills in what is particular to this dialog
 */
export function openDialog(node: EditorNode, prepare?: (node: EditorNode) => void): void {
  showVariables(node);
  prepare?.(node);
  explainFields(node);
  noteFields(node);
}
