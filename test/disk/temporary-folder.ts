/** Does `work` with another folder as that of the system for temporary files. */
export async function withTemporaryFolder<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const variable = process.platform === 'win32' ? 'TEMP' : 'TMPDIR';
  const usual = process.env[variable];
  process.env[variable] = folder;
  try {
    return await work();
  } finally {
    if (usual === undefined) delete process.env[variable];
    else process.env[variable] = usual;
  }
}
