/**
 * `~` as the first part of a path; a whole part `$NAME`, `$env:NAME` or `%NAME%`; `${NAME}` and `{{name}}` anywhere. Names that merely contain a `~`,
 * `$` or `%` are left alone.
 */
const REPLACED_ELSEWHERE = /^\s*(?<home>~)\s*(?:[/\\]|$)|(?:^|[/\\])(?<variable>\$(?:env:)?[A-Za-z_]\w*|%[^%/\\]+%)(?=[/\\]|$)|(?<braced>\$\{[^{}]*\})|(?<property>\{\{[^{}]*\}\})/;

/** What a shell, or the setting "File name", would replace; taken literally, it would make a folder of that name. */
interface Unreplaced {
  text: string;
  /** Whether it is a property of the message, which only the file name takes. */
  isProperty: boolean;
}

/** What is written in a folder as if it were replaced there; nothing if the path may be meant as written. */
export function unreplacedIn(folder: string): Unreplaced | undefined {
  const { home, variable, braced, property } = REPLACED_ELSEWHERE.exec(folder)?.groups ?? {};
  const text = home ?? variable ?? braced ?? property;
  return text === undefined ? undefined : { text, isProperty: property !== undefined };
}
