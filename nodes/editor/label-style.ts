/** Puts the label of a node in italics if a person named it, as the core nodes do. */
export function labelStyle(this: { name?: unknown }): string {
  return this.name ? 'node_label_italic' : '';
}
