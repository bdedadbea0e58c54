// Texts of pictures of pages.

export const lastPictureButtonTexts = {
  lastPicture: "Last picture",
  lastPictureOf: (sessionId: string) => `Last picture of ${sessionId}`,
  pictureNotLoaded: "The picture could not be loaded",
  noPicturesOfThisBrowser: "No pictures of this browser.",
} as const;

export const lastPictureTexts = {
  openBrowser: "Open browser",
  lastPicture: (time: string) => `Last picture, ${time}`,
} as const;

export const pictureImageTexts = {
  couldNotBeLoaded: (alt: string) => `${alt} (could not be loaded)`,
  mayHaveBeenDeleted: "This picture could not be loaded. It may have been deleted.",
} as const;

export const pictureTexts = {
  unknownAddress: "unknown address",
  pageAt: (time: string, addressText: string) => `Page at ${time}: ${addressText}`,
  pageOpened: "Page opened",
  pageError: "Page error",
  pageChanged: "Page changed",
  picturesNeedTheOperatorRole: "Pictures need the operator role.",
} as const;
