import { inflateRawSync } from 'node:zlib';

/**
 * The land of the world north of 60 degrees south, in cells of one degree: a cell is land if any of 6 x 6 places in it is.
 * From the 1:110m land of Natural Earth (public domain). One bit per cell, from the south-west corner eastwards, deflated.
 */
const MASK = inflateRawSync(
  Buffer.from(
    `
7Zg7bx1FFIDPaCJvCsdDB4iEEeIHYEQRF+ZuJHpqynQ0CLnDErZnpSDRYUo6/4WUFFEyQlFCgXLbFJG8kZHcWHglF9nE6zl4dnfesze5Eh2eau397uyZ854DcLWu1tW6Wlfr
f7zqYgm4XQZWZBm4ou8Oo1xCDlxGG5jIvOBLmIi84Ay4jOpwoTJ2ItUtBS8Uo41gNu02AHWoK8WnYQIyFLJ7fxJuCFThVl05Cd8nALfeFdZrFsLTVsFEd9Nwpe0Vw2wSLgDW
QrVP7lzrNysRLMyjr9SKQau/Geq5Qev+En0ZSEbAACYezBTyDEx9IS2MuBxcZuDCPjoh5RTMrGL4W+A6D9f/Ccyt5UubNOqsNmq3QYdYsbfBxhYJzHJwMQEXcC2FR0Ih2pjr
VUfjvBfAwgUo9uLRFOb2PXDPWGmCdbB2B1J6/9eOfjc2twcXpWfvHiZhDPow92AxA7guw3i3Zu3hPfeinAGsRiHsfEDD217GnEGk52n4hK/FyuiVL6xR+Lp783bY+yZdy6nZ
xHcA/0rgp+JuDiZGZudnv1F4RjeSEEQT38qDux9YPScLYG9nKfRHIXLoLg/XHOAxPiE52Mps/HcbnsPfeAgZWFj7mJ0377Sgyo24KjoLSi9E99rdHeQf5GAehwHMut11pKs5
2CnGeChXP8pv0+LsiMYZvmLq/DnNwtQzpoXxw0zJjWA6epy6/VGuJIXwoOiatfR6CssIHhTdsCbXs0hjv80V5bS4zbItqjSHUhwdvMEko1m4sFE+qnEDqgK+ymx9MopchTCB
XNdpRJYjrK1SgvwE/khheT6KXHswB7kFT1ZSmKRwxUC25C+aabCU51CI2A5wR/+kmQbrmxCm2tYgkd6n0028gZmBm0xnQ4JY7GWWHOoc/AKjnQ+R6Mg+wThl9B0IhPAcKdQC
OiTbqa2ZfC+Aj1HLAB3CVhomvB5bYguX0CBRotiK+/qOcbkb7HzWw1SVnrErMsKzmgbwa9QCFyhWgja6h4sHLQlg7SoKRZDVh1PdUUUlQm1c9LBen0fnu4sFfB3CujEYnr6I
4N+xsOV2yNOosBw9+3aiuQK+C8qFQDRO8lmSbgv4PobVCMctzz9Y2P7YhNUjnIB1Z7rmV9rek7zIjYL1aeF+uRCu0Csi1qHfFT5w+yKWMi3b3IMZkx5c06QSl573u2PqXWqe
lBN0PxUA9z34BU7VywHebjx4M+jUVAC3Z7j6i6cNsdksgNkOe4YojLnFLIAxgDsOfH7Zfhn4Ux7MBdBrCHSIrW/PEUsDnzIfrmy+GsTg693gd0bRGdjGlbh/gHheLoRtDy+a
Y4SaO33cY+nOa0br83Mk7b6DWZnA/vUAj9TcM8ss0YZ/PcBXeOC50kq6M27lHRrFagozDH/r1mrkzhoWU3ARt3+X3rA3IQbeit0ZEW8EH/LWjXTnMbJepDCzd5rqYkz1I/yg
XADLAT6yME/h/j6kXUSaujAeumNNDF+reuuWVlVHxqOboilClsMAtyvjzrwyPlrTLRslxnkrHFqxEabSwJI2EYxkGIx1xRiuUBuvk+Rh2YYw3djpiwnK0T1rcdNGu4iNKPSY
sHGpUorrMJY3JVSsjxY90wp4XgJ042WiVDkrOj8glyFvxl+ZnfWpXKCdsZYBMq0eaDG3mto9H2Ohu46m1KnxPEefuceX+KVWdSt6m4o3KXzk6VIJ3Y5ulV4Eh0b3HP3phf6L
mbT66FUSW0bmUp3+rC0+OlOLuP800Yb5oMA5IrH3k7rPIY989BBpX1sfvkTx5mKEB2/S4sykV9/YHVmAJL0Z91H/yl1mKj3Nk75Hg7R54xgVkuDmo0d/48688qagFd6bv9IH
aP0Kp6d5vZ/tc//qWIkOXusvdX5pgY70/9ESHHgp6bHOA2wMRgu3Zf8tfS099GB1qscSjcu7G3ZsfKIPEYw5203YbUXritbexxNzyP6e0x32ndy4s9fzNpmR5s0WTarv046d
CWbnjm3QuNQIoAat5meOnsP4n8wP7rU3nbrSuXg1l0erMlOuq5Vd/wI=
`,
    'base64',
  ),
);

/** Whether a place is on (coarse) land: the sea has no soil data. */
export function isLand(longitude: number, latitude: number): boolean {
  const column = Math.min(359, Math.max(0, Math.floor(longitude + 180)));
  const row = Math.min(179, Math.max(0, Math.floor(latitude + 90)));
  const cell = row * 360 + column;
  return ((MASK[cell >> 3] ?? 0) >> (cell & 7) & 1) === 1;
}
