/**
 * Keeps the focus while lines of a list come and go; call what it gives once they have. A button loses the focus with its line, also where
 * that takes another place: whoever works by keys goes on there, or at the line that came up.
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
    near?.querySelector<HTMLElement>('button:not([disabled], [hidden])')?.focus();
  };
}
