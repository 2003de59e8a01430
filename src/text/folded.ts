/** What counts of a name where names are compared: not its letter case, nor how its accents are encoded (a Mac writes them as characters of their own). */
export function folded(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
