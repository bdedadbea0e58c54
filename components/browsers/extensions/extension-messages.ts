// Texts of extensions.

export const extensionCandidateTexts = {
  versionAndManifest: (version: string, manifestVersion: number) => ` ${version} · MV${manifestVersion}`,
  remove: (source: string) => `Remove ${source}`,
  itIsBeingUploaded: "It is being uploaded.",
  sourceAndSizes: ({
    source,
    packed,
    unpacked,
    entries,
    entryCount,
  }: {
    source: string;
    packed: string;
    unpacked: string;
    entries: string;
    entryCount: number;
  }) =>
    `${source} · ${packed} packed · ${unpacked} unpacked · ${entries} ${entryCount === 1 ? "entry" : "entries"}`,
  permissions: "Permissions",
  sites: "Sites",
  folderNameInTheBrowser: "Folder name in the browser",
  notLoadable: "not loadable",
  checking: "checking",
  checked: "checked",
  problemsWith: (source: string) => `Problems with ${source}`,
  andMore: (count: string) => `and ${count} more`,
  repackWithoutTheFolder: (folder: string) => `Repack without the folder ${folder}`,
  everySite: " every site",
} as const;

export const extensionCandidatesTexts = {
  archiveReadFailed: (reason: string) => `The archive could not be read: ${reason}`,
  repackFailed: "The archive could not be repacked.",
} as const;

export const extensionDropZoneTexts = {
  files: "Files",
  dropExtensionsHere: "Drop zip archives or unpacked extension folders here.",
  chooseZipFiles: "Choose zip files…",
  chooseFolder: "Choose folder…",
  zipArchivesOfExtensions: "Zip archives of extensions",
  folderOfAnExtension: "Folder of an extension",
} as const;

export const extensionDropTexts = {
  folderTooLarge: (inMebibytes: string) => `The folder is larger than ${inMebibytes}.`,
  tooManyFiles: (maxEntries: string) => `The folder has more than ${maxEntries} files.`,
  folderReadFailed: "The folder could not be read.",
} as const;

export const extensionRulesTexts = {
  folderNameInvalid: (message: string | undefined) => `Not a valid folder name: ${message ?? "bad"}.`,
  nameUsedInUpload: "Another extension in this upload has this name.",
  nameUsedInBrowser: "This browser already has an extension with this name.",
  tooManyExtensions: (maxZips: number) => `An upload takes up to ${maxZips} extensions.`,
  extensionsTooLarge: (inMebibytes: string) => `Together the extensions are larger than ${inMebibytes}.`,
} as const;

export const extensionTabTexts = {
  thisBrowserHasEnded: "This browser has ended",
  runningBrowserOnly: "Extensions can only be loaded into a running browser.",
  anUploadIsInProgress: "An upload is in progress.",
  namesMustDiffer: "Give each extension a different name first.",
  alreadyInTheList: "Already in the list",
  extensions: "Extensions",
  toLoad: "To load",
  droppedExtensions: "Dropped extensions",
  load: (plural: string) => `Load ${plural}…`,
  toSend: (bytes: string) => `${bytes} to send`,
  loadIntoBrowser: (plural: string, id: string) => `Load ${plural} into browser ${id}?`,
  chromiumRestarts:
    "Chromium restarts. Every connected client is disconnected, and unsaved work in its pages is lost.",
  loadAndRestart: "Load and restart",
  stillChecking: "Still checking.",
  removeNotLoadableFirst: "Remove the extensions that cannot be loaded first.",
  inTheBrowser: "In the browser",
  extensionsInTheBrowser: "Extensions in the browser",
  apiDoesNotListFiles: "This API does not list files, so loaded extensions cannot be shown.",
  listNotLoaded: "The list of extensions could not be loaded",
  loading: "Loading…",
  noExtensionsAreLoaded: "No extensions are loaded.",
  extensionCount: (count: number) => `${count} ${count === 1 ? "extension" : "extensions"}`,
} as const;

export const extensionUploadTexts = {
  browserEndedWhileRestarted: "The browser ended while Chromium restarted.",
} as const;

export const extensionUploadStatusTexts = {
  nothingChanged: "Nothing changed.",
  outcomeUnknown:
    "It is not known whether the extensions were loaded. Check the list below before you load them again.",
  theBrowserHasEnded: "The browser has ended.",
  dismiss: "Dismiss",
  uploading: "Uploading",
  sentOfTotal: ({ sent, total }: { sent: string; total: string }) => `${sent} of ${total}`,
  stop: "Stop",
  checkingAndRestarting: "Checking the extensions and restarting Chromium",
  waitingForBrowser: "Waiting for the browser to answer",
  uploadStopped: "Upload stopped. Nothing changed.",
  extensionsLoaded: "Extensions loaded",
  browserRunningAgain: "The browser is running again with the extensions loaded.",
  loaded: "Loaded",
  someMissingInList: "Some of them are missing from the list below.",
  request: "request ",
  requestId: "request id",
  loadedButNoAnswer: (names: string) => `${names} loaded, but the browser has not answered for a minute.`,
  notLoaded: "Not loaded",
  upload: "Upload",
} as const;
