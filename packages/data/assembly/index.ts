// The independent count of records in text files, in AssemblyScript: what a reader returns is compared with it.
export { beginJson, finishJson, scanJson } from "./scan-json";
export { beginText, finishText, scanText } from "./scan-text";
