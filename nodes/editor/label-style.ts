/** The label of a node in italics where a person named it, as the core nodes have it. */
export function labelStyle(this: { name?: unknown }): string {
  return this.name ? 'node_label_italic' : '';
}
