/** Names of the data sets whose original files evenodds recognises; see `knownDataSets`. */
export const knownDataSetNames = [
  "nba",
  "german",
  "bail",
  "pokec-z-gender",
  "pokec-z-region",
  "pokec-n-gender",
  "pokec-n-region",
  "income",
  "credit",
  "dblp",
] as const;
