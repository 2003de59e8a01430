import { explainFields } from '../fields/field-problem';
import { noteFields } from '../fields/unchanged';
import { showVariables } from '../fields/variables';

/**
 * Opens the dialog of a node, with what is said of its fields and what is noted of them.
 *
 * @param prepare fills in what the dialog has of its own
 */
export function openDialog(node: EditorNode, prepare?: (node: EditorNode) => void): void {
  showVariables(node);
  prepare?.(node);
  explainFields(node);
  noteFields(node);
}
