/** Which files a query of a user may read: those below the working directory, after links, or any, or none. */
export const sqlFilesChoices = ["cwd", "any", "none"] as const;
export type SqlFiles = (typeof sqlFilesChoices)[number];
