/** Returns what `act` throws or rejects with, or fails when it does neither. */
export async function caught(act: () => unknown): Promise<Error> {
  try {
    await act();
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
  throw new Error("expected an error, but nothing was thrown");
}
