// Texts of the files of a browser.
import { formatBytes } from "@/lib/format/numbers";

export const deleteFileButtonTexts = {
  deleteFiles: "delete files",
  selectFileFirst: "Select a file or folder first.",
  delete: "Delete…",
  deleteQuestion: (name: string) => `Delete ${name}?`,
  effect: (path: string, isDir: boolean) =>
    `Deletes ${path}${isDir ? " and everything in it" : ""}. This cannot be undone.`,
  deleteFolder: "Delete folder",
  deleteFile: "Delete file",
  deleted: (name: string) => `${name} deleted`,
} as const;

export const fileActionsTexts = {
  notOpenable: "Only files and folders can be opened.",
  tooLargeToView: (bytes: string) => `Files over ${bytes} can only be downloaded.`,
  wasNotDownloaded: (name: string) => `${name} was not downloaded`,
  nothingSelected: "Nothing selected",
  selected: (name: string) => `Selected: ${name}`,
  open: "Open",
  view: "View",
  downloadAsZip: "Download as zip",
  download: "Download",
  moveOrRename: "Move or rename…",
  downloaded: (name: string) => `${name} downloaded`,
} as const;

export const newFileTexts = {
  new: "New",
  createFiles: "create files",
  createFolders: "create folders",
  newFile: "New file…",
  newFolder: "New folder…",
  newFileIn: (folder: string) => `New file in ${folder}`,
  newFolderIn: (folder: string) => `New folder in ${folder}`,
  createFile: "Create file",
  createFolder: "Create folder",
  notCreated: "Not created",
  name: "Name",
  nameRule: "Enter a name without a slash, other than . and ..",
  created: (name: string) => `${name} created`,
} as const;

export const fileCrumbsTexts = {
  folder: "Folder",
  rootFolder: "Root folder",
} as const;

export const fileEditDialogTexts = {
  edit: (name: string) => `Edit ${name}`,
  saveFile: "Save file",
  notSaved: "Not saved",
  replacesFile: (bytes: number, isMixed: boolean) =>
    `Replaces the file with ${formatBytes(bytes)}.${isMixed ? " Its mixed line endings all become the same." : ""}`,
  changedSince: (bytes: number) =>
    `The file was changed since you opened it, and has ${formatBytes(bytes)} now. Save again to replace it.`,
  deletedSince: "The file was deleted since you opened it. Save again to create it anew.",
  text: "Text",
  saved: (name: string) => `${name} saved`,
} as const;

export const fileHistoryTexts = {
  movedBack: "Moved back",
  newestMove: "Newest move",
  earlierMovesOnThisPage: "Earlier moves on this page",
  confirmMoveBack: (to: string) => `Move ${to} back?`,
  notKnownWhetherFileAt: "This API does not list files, so it is not known whether a file is at ",
  againThenReplaced: " again. If there is one, it is replaced and cannot be restored.",
  moveBackLabel: "Move back",
  moved: "Moved ",
  to: " to ",
  reversed: "reversed",
  moveBackAct: (from: string) => `Move back ${from}`,
  replacedFileLost: "The file it replaced cannot be restored.",
  replacedFileMaybeLost: "If it replaced a file, that file cannot be restored.",
  notMovedBack: "Not moved back",
  movedBackFrom: "Moved back: ",
} as const;

export const fileListTexts = {
  thisFolderIsEmpty: "This folder is empty.",
  name: "Name",
  size: "Size",
  modified: "Modified",
  mode: "Mode",
} as const;

export const fileMoveDialogTexts = {
  moveOrRename: "Move or rename",
  bothPathsInAudit: "Both paths are written to the audit.",
  move: "Move",
  from: "From",
  to: "To",
  toHint: "Absolute path, ending with the new name.",
  isAFolder: (folder: string) => `${folder} is a folder.`,
  moveIntoThisFolder: "Move into this folder",
  notMoved: "Not moved",
  replace: (ofPath: string) => `Replace ${ofPath}?`,
  moveToWithoutACheck: (ofPath: string) => `Move to ${ofPath} without a check?`,
  replaceLabel: "Replace",
  thereIsAFileAt: "There is a file at ",
  sizeThenChanged: (bytes: string) => ` (${bytes}, changed `,
  replacedForGood: "). It is replaced and cannot be restored.",
  replacedIfThere: ". If there is one, it is replaced and cannot be restored.",
} as const;

export const fileMoveRulesTexts = {
  startWithSlash: "Enter a path that starts with /.",
  pathFault: (fault: string) => `The path ${fault}.`,
  notRootFolder: "The root folder cannot be moved or replaced.",
  endWithName: "The path must end with a name, not with /.",
  theFileIsAlreadyThere: "The file is already there.",
  notIntoItself: "A folder cannot be moved into itself.",
} as const;

export const fileMovesTexts = {
  anotherAtOldPath: (name: string) => `There is another ${name} at the old path. Move that one first.`,
} as const;

export const fileTabTexts = {
  pathInvalid: "must be an absolute path without .. and //",
  thisBrowserHasEnded: "This browser has ended",
  filesDeleted: "Its files were deleted with it.",
  files: "Files",
  apiDoesNotListFiles: "This API does not list files",
  canStillMove: "You can still move or rename a file by its path.",
  refresh: "Refresh",
  moveByPath: "Move by path…",
  folderNotLoaded: "The folder could not be loaded",
  notUpToDate: "Not up to date",
  filesIn: (path: string) => `Files in ${path}`,
  keysHint: "Keys: Enter opens, Backspace goes up, F2 moves.",
  withUnreadable: (entries: string, unreadable: string) => `${entries}, ${unreadable} unreadable`,
} as const;

export const fileTextDialogTexts = {
  writeFiles: "write files",
  copyText: "Copy text",
  edit: "Edit…",
  notShown: "Not shown",
  tooLargeNow: "The file is now too large to show. Download it instead.",
  notText: "This is not a text file. Download it instead.",
  theFileIsEmpty: "The file is empty.",
  textOf: (name: string) => `Text of ${name}`,
} as const;

export const fileUploadTexts = {
  upload: "Upload…",
  uploadFiles: "Upload files…",
  filesToUpload: "Files to upload",
  uploadTo: (name: string | undefined, folder: string) => `Upload ${name} to ${folder}?`,
  noFileIsReplaced: "No file is replaced.",
  replaces: (replaced: string) => `Replaces ${replaced}.`,
  contentNotKnown:
    "It is not known what is in the folder. Files of the same name are replaced and cannot be restored.",
  changedSince: "The folder was changed meanwhile. Check what is replaced, then upload again.",
  tooLarge: (name: string, bytes: string) => `${name} is larger than ${bytes}. Choose other files.`,
  thereIsAFolder: (name: string, folder: string) =>
    `There is a folder ${name} in ${folder}. Leave the file out, or upload it elsewhere.`,
  uploadConfirm: "Upload",
  uploaded: (files: string) => `${files} uploaded`,
} as const;
