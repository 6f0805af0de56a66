/** Version of evenodds: all packages share it. */
export const version = "0.1.0";
