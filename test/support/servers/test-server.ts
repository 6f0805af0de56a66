/** A server on this machine for tests. */
export interface TestServer {
  /** What its flag takes. */
  readonly url: string;
  /** Where it says over HTTP what it is doing. */
  readonly monitor: string;
  /** Ends it at once. */
  readonly stop: () => Promise<void>;
}
