module kiln.dev/testing/go

go 1.22
