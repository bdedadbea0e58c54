// Imported before everything else, it makes the dashboard's intervals ten times faster: they are read when first used.
document.documentElement.dataset.speedup = "10";
