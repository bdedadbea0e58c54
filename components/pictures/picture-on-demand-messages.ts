// Texts of pictures of pages, of what is loaded on demand.

export const deletePicturesTexts = {
  deletePictures: "Delete pictures…",
  deletePicturesQuestion: "Delete pictures?",
  deletesForEveryone: (id: string) =>
    `Deletes all pictures of browser ${id} for everyone. This cannot be undone.`,
  deletePicturesConfirm: "Delete pictures",
  picturesDeleted: "Pictures deleted",
} as const;

export const filmstripTexts = {
  pictures: "Pictures",
  position: ({ at, pictures }: { at: string; pictures: string }) => `${at} of ${pictures} here`,
} as const;

export const pictureDialogTexts = {
  pageAt: (time: string) => `Page at ${time}`,
  showInLog: "Show in log",
  thisIsTheFirstPicture: "This is the first picture.",
  previous: "Previous",
  thisIsTheLastPicture: "This is the last picture.",
  next: "Next",
  copyAddress: "Copy address",
  reasonAndPlace: ({ reason, place, pictures }: { reason: string; place: string; pictures: string }) =>
    `${reason} · picture ${place} of ${pictures}`,
} as const;
