# Tries the installer as a player would, on Windows: installs it, asks a verb, looks at the
# association of records, removes it, and finds games and settings untouched.
# Usage: packaging/windows/try.ps1   (in the folder of the installer)
$ErrorActionPreference = 'Stop'
function Fail($what) { Write-Error $what; exit 1 }

$setup = (Get-ChildItem -Filter 'founders-ledger-*-setup.exe')[0].FullName
$folder = "$env:LOCALAPPDATA\Programs\Founders Ledger"
$data = "$env:APPDATA\founders-ledger\data"
New-Item -ItemType Directory -Force "$data\games" | Out-Null
Copy-Item assets/examples/teaching-game.founders "$data\games\friday.founders"
$before = (Get-FileHash "$data\games\friday.founders").Hash

Start-Process -Wait $setup '/S'
$version = & "$folder\founders-ledger.com" --version
if ($version -notmatch '^founders-ledger \d+\.\d+\.\d+$') { Fail "the program says: $version" }
$result = & "$folder\founders-ledger.com" replay "$data\games\friday.founders" | Out-String
if ($result -notmatch 'wins with') { Fail "a record is not played: $result" }
$opens = (Get-Item 'HKCU:\Software\Classes\FoundersLedger.Record\shell\open\command').GetValue('')
if ($opens -ne "`"$folder\founders-ledger.exe`" `"%1`"") { Fail "records are opened by: $opens" }

Start-Process -Wait "$folder\uninstall.exe" '/S'
# The uninstaller goes on as a copy of itself.
for ($i = 0; $i -lt 100 -and (Test-Path $folder); $i++) { Start-Sleep -Milliseconds 200 }
if (Test-Path $folder) { Fail 'the program is still there' }
if (Test-Path 'HKCU:\Software\Classes\FoundersLedger.Record') { Fail 'records are still associated' }
if ((Get-FileHash "$data\games\friday.founders").Hash -ne $before) { Fail 'a game was touched' }
'installed, asked, removed; the game is untouched'
