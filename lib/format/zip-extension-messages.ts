// What is wrong with an extension's archive, after the name of its entry.

export const zipExtensionTexts = {
  readInTwoWays: (reason: string) => `it can be read in two ways (${reason})`,
  unpacksToMore: "it unpacks to more than the archive says",
  unpacksToLess: "it unpacks to less than the archive says",
  noManifest: "there is no manifest.json at the root of the archive",
  manifestTooLarge: "it is larger than 1 MiB",
  manifestNotJson: (reason: string) => `it is not valid JSON: ${reason}`,
  manifestInFolder: (folder: string) => `manifest.json is in the folder ${folder}, not at the root`,
  cannotBeUnpacked: (reason: string) => `it cannot be unpacked: ${reason}`,
  signedPackage: "this is a signed .crx package; upload the zip or the folder it was made from",
  notZip: "this is not a zip archive",
  tooLarge: (limit: string) => `the archive is larger than ${limit}`,
  cannotBeRead: (reason: string) => `this zip archive cannot be read: ${reason}`,
} as const;
