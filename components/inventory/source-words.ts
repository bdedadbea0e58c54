/** Where an id was learned, in words: the operation's own id where no better words are known. */
export function sourceWords(source: string): string {
  return Object.hasOwn(words, source) ? (words[source] ?? source) : source;
}

const words: Readonly<Record<string, string>> = {
  pinned: "pinned by hand",
  listPools: "the list of pools",
  retrievePool: "a pool",
  listBrowsers: "the list of sessions",
  retrieveBrowser: "a session",
  createBrowser: "a session made here",
  acquireBrowser: "a session taken from a pool",
  listInvocationBrowsers: "a run's sessions",
  listProxies: "the list of proxies",
  retrieveProxy: "a look-up of the proxy",
  checkProxy: "a check",
  listProfiles: "the list of profiles",
  listExtensions: "the list of extensions",
  retrieveProfile: "a look-up of the profile",
};
