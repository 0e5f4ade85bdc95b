// Runs on the page another house leads back to: hands what it was given to the page that asked, on this origin only.
;(() => {
  const { token, bound, error } = document.body.dataset
  const message = token
    ? { third: 'token', token }
    : bound
      ? { third: 'bound', source: bound }
      : { third: 'error', error }
  // A window that was on another site may have lost its opener; pages of our own still hear each other.
  const channel = new BroadcastChannel('parcelyard-third')
  channel.postMessage(message)
  channel.close()
  // Clients of this family wait for the bare code.
  if (window.opener && token) window.opener.postMessage(token, window.location.origin)
  setTimeout(() => window.close(), error ? 2500 : 50)
})()
