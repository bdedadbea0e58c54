const octet = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const loopbackAddress = new RegExp(`^127(?:\\.${octet}){3}$`);
const loopbackNames = new Set(["localhost", "[::1]"]);

/** Whether a URL's `hostname` leads to the machine itself. */
export const isLoopback = (hostname: string): boolean =>
  loopbackNames.has(hostname) || loopbackAddress.test(hostname);
