/** The same for names that some file system treats as one: it ignores letter case, and differences in Unicode composition or compatibility. */
export function sameOnDisk(name: string): string {
  return name.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC');
}
