/**
 * `~` as the first part of a path, a part that is `$NAME`, `$env:NAME` or `%NAME%`, `${NAME}` anywhere, `{{name}}` anywhere. Names with a `~`, `$` or `%`
 * in them are left alone.
 */
const REPLACED_ELSEWHERE = /^\s*(?<home>~)\s*(?:[/\\]|$)|(?:^|[/\\])(?<variable>\$(?:env:)?[A-Za-z_]\w*|%[^%/\\]+%)(?=[/\\]|$)|(?<braced>\$\{[^{}]*\})|(?<property>\{\{[^{}]*\}\})/;

/** What a shell, or the file name, would replace: in a folder, it would make one of that name. */
interface Unreplaced {
  text: string;
  /** A property of the message: the file name takes such. */
  isProperty: boolean;
}

/** What is written in a folder as if it were replaced there; nothing where a path is one that can be meant. */
export function unreplacedIn(folder: string): Unreplaced | undefined {
  const { home, variable, braced, property } = REPLACED_ELSEWHERE.exec(folder)?.groups ?? {};
  const text = home ?? variable ?? braced ?? property;
  return text === undefined ? undefined : { text, isProperty: property !== undefined };
}
