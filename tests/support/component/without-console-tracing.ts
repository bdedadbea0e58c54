// React looks once, as it loads, whether the console has these.
for (const name of ["createTask", "timeStamp"]) Reflect.deleteProperty(console, name);
