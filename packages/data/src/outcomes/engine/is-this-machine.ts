/** Whether a host is the machine itself by its name, so that what is sent to it, secrets too, never leaves. */
export function isThisMachine(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}
