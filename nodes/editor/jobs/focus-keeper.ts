/**
 * Keeps the focus while lines of a list come and go; call the returned function afterwards. A button loses the focus when its line is removed or
 * moved: the focus goes back to it, or else to the line that is now in its place; if there is none, to what holds the list.
 */
export function focusKeeper(list: HTMLElement): () => void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !list.contains(focused)) return () => undefined;
  const line = focused.closest('.soil-job');
  const place = [...list.children].indexOf(line as Element);
  return () => {
    if (focused.isConnected && !focused.hidden) {
      focused.focus();
      return;
    }
    const near = line?.isConnected ? line : list.children[Math.min(place, list.children.length - 1)];
    (near?.querySelector<HTMLElement>('button:not([disabled], [hidden])') ?? list.parentElement)?.focus();
  };
}
