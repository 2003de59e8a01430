/** Looks again at a service and at the nodes that use it, where something came to be known of it. Nothing counts as changed by that. */
export function serviceChanged(service: EditorNode): void {
  const wasValid = service.valid;
  RED.editor.validateNode(service);
  if (service.valid === wasValid) return;
  for (const user of service.users ?? []) RED.editor.validateNode(user);
  RED.view.redraw();
}
