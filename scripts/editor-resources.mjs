// Files that the editor serves as they are, beside the bundled resources.

/** Copies style sheets, outlines and the like into resources/. */
export async function copyEditorResources() {}
