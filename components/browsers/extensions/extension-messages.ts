// Texts of extensions.

export const extensionCandidateTexts = {
  mv: (version: string, manifestVersion: number) => ` ${version} · MV${manifestVersion}`,
  remove: (source: string) => `Remove ${source}`,
  itIsBeingUploaded: "It is being uploaded.",
  packedUnpacked: ({
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
  archiveCouldNotRead: (reason: string) => `The archive could not be read: ${reason}`,
  archiveCouldNotRepacked: "The archive could not be repacked.",
} as const;

export const extensionDropZoneTexts = {
  files: "Files",
  dropZipArchivesUnpackedExtension: "Drop zip archives or unpacked extension folders here.",
  chooseZipFiles: "Choose zip files…",
  chooseFolder: "Choose folder…",
  zipArchivesOfExtensions: "Zip archives of extensions",
  folderOfAnExtension: "Folder of an extension",
} as const;

export const extensionDropTexts = {
  theFolderIsLargerThan: (inMebibytes: string) => `The folder is larger than ${inMebibytes}.`,
  folderHasMoreThanFiles: (maxEntries: string) => `The folder has more than ${maxEntries} files.`,
  folderCouldNotRead: "The folder could not be read.",
} as const;

export const extensionRulesTexts = {
  notAValidFolderName: (message: string | undefined) => `Not a valid folder name: ${message ?? "bad"}.`,
  anotherExtensionUploadHasName: "Another extension in this upload has this name.",
  browserAlreadyHasExtensionName: "This browser already has an extension with this name.",
  uploadTakesUpExtensions: (maxZips: number) => `An upload takes up to ${maxZips} extensions.`,
  togetherExtensionsLargerThan: (inMebibytes: string) =>
    `Together the extensions are larger than ${inMebibytes}.`,
} as const;

export const extensionTabTexts = {
  thisBrowserHasEnded: "This browser has ended",
  extensionsCanOnlyLoadedInto: "Extensions can only be loaded into a running browser.",
  anUploadIsInProgress: "An upload is in progress.",
  giveEachExtensionDifferentName: "Give each extension a different name first.",
  alreadyInTheList: "Already in the list",
  extensions: "Extensions",
  toLoad: "To load",
  droppedExtensions: "Dropped extensions",
  load: (plural: string) => `Load ${plural}…`,
  toSend: (bytes: string) => `${bytes} to send`,
  loadIntoBrowser: (plural: string, id: string) => `Load ${plural} into browser ${id}?`,
  chromiumRestartsEveryConnectedClient:
    "Chromium restarts. Every connected client is disconnected, and unsaved work in its pages is lost.",
  loadAndRestart: "Load and restart",
  stillChecking: "Still checking.",
  removeExtensionsCannotLoadedFirst: "Remove the extensions that cannot be loaded first.",
  inTheBrowser: "In the browser",
  extensionsInTheBrowser: "Extensions in the browser",
  apiDoesNotListFiles: "This API does not list files, so loaded extensions cannot be shown.",
  listExtensionsCouldNotLoaded: "The list of extensions could not be loaded",
  loading: "Loading…",
  noExtensionsAreLoaded: "No extensions are loaded.",
  extensionsLabel: (count: number) => `${count} ${count === 1 ? "extension" : "extensions"}`,
} as const;

export const extensionUploadTexts = {
  browserEndedWhileRestarted: "The browser ended while Chromium restarted.",
} as const;

export const extensionUploadStatusTexts = {
  nothingChanged: "Nothing changed.",
  notKnownWhetherExtensionsLoaded:
    "It is not known whether the extensions were loaded. Check the list below before you load them again.",
  theBrowserHasEnded: "The browser has ended.",
  dismiss: "Dismiss",
  uploading: "Uploading",
  of: ({ sent, total }: { sent: string; total: string }) => `${sent} of ${total}`,
  stop: "Stop",
  checkingExtensionsRestartingChromium: "Checking the extensions and restarting Chromium",
  waitingBrowserAnswer: "Waiting for the browser to answer",
  uploadStoppedNothingChanged: "Upload stopped. Nothing changed.",
  extensionsLoaded: "Extensions loaded",
  browserRunningAgainExtensionsLoaded: "The browser is running again with the extensions loaded.",
  loaded: "Loaded",
  someThemMissingListBelow: "Some of them are missing from the list below.",
  request: "request ",
  requestId: "request id",
  loadedButBrowserHasNot: (names: string) =>
    `${names} loaded, but the browser has not answered for a minute.`,
  notLoaded: "Not loaded",
  upload: "Upload",
} as const;
