import { inputOf } from './live-value';

/**
 * Shows parts of the dialog only for some choices of a menu.
 * @param parts for each selector, whether its elements are shown for a choice; for what the menu has no line for, that is an empty text
 */
export function showWhere(node: EditorNode, setting: string, parts: Record<string, (choice: string) => boolean>): void {
  const menu = inputOf(node, setting);
  const show = (): void => {
    const choice = String(menu.val() ?? '');
    for (const [selector, isShown] of Object.entries(parts)) $(selector).toggle(isShown(choice));
  };
  menu.on('change', show);
  show();
}
