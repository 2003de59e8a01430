/** The same for names that some file system takes for one: letter case, and Unicode in its composed and compatible forms. */
export function sameOnDisk(name: string): string {
  return name.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC');
}
