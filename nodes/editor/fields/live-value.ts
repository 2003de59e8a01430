/** The field of a setting in the dialog of a node. */
export function inputOf(node: EditorNode, setting: string): JQuery {
  return $(`#${node._def.category === 'config' ? 'node-config-input' : 'node-input'}-${setting}`);
}

/**
 * The current value of a setting: from the dialog if the node is being edited, otherwise as saved.
 * Validators see only saved values; settings that depend on each other need what is on the screen.
 */
export function liveValue(node: EditorNode, setting: string): unknown {
  if (RED.editor.getEditStack().includes(node)) {
    const [field] = inputOf(node, setting);
    if (field instanceof HTMLInputElement) return field.type !== 'checkbox' ? field.value : field.indeterminate ? node[setting] : field.checked;
    // A menu shows nothing for what it has no line for, such as a TLS node that is gone, and the node keeps it.
    if (field instanceof HTMLSelectElement) return field.selectedIndex === -1 ? node[setting] : field.value;
  }
  return node[setting];
}
