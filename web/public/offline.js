// The page comes back by itself as soon as the service answers.
const look = () => fetch("/healthz", { cache: "no-store" }).then((answer) => answer.ok && location.reload(), () => undefined);
addEventListener("online", look);
setInterval(look, 5000);
document.getElementById("again").addEventListener("click", () => location.reload());
