/** The name of a type as words: `PhysicalProperty` becomes `Physical property`, `XMLSchema` becomes `XML schema`. Other text stays as it is. */
export function typeWords(type: string): string {
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(type)) return type;
  const [first = '', ...others] = type.match(/(?:[A-Z]?[a-z]+|[A-Z](?:[A-Z](?![a-z]))*)[0-9]*|[0-9]+/g) ?? [type];
  return [first, ...others.map((word) => (isAcronym(word) ? word : word.toLowerCase()))].join(' ');
}

function isAcronym(word: string): boolean {
  return word.length > 1 && word === word.toUpperCase();
}
